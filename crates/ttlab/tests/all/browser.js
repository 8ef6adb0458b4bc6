// What a reader of the report would stumble over, one line each, in an element that `--dump-dom` shows.
document.querySelectorAll("details").forEach((details) => { details.open = true; });
const findings = [];
const name = (element) => `${element.tagName.toLowerCase()} "${element.textContent.trim().slice(0, 40)}"`;

if (document.documentElement.scrollWidth > window.innerWidth) {
    findings.push(`the page is ${document.documentElement.scrollWidth} wide in a window of ${window.innerWidth}`);
}
for (const element of document.body.querySelectorAll("*")) {
    const box = element.getBoundingClientRect();
    if (!element.closest(".scroll") && (box.right > window.innerWidth + 1 || box.left < -1)) {
        findings.push(`${name(element)} sticks out of the window`);
    }
}

for (const region of document.querySelectorAll(".scroll")) {
    const label = region.getAttribute("aria-label") || "";
    if (region.getAttribute("role") !== "region" || region.tabIndex !== 0 || label.length < 4) {
        findings.push(`${name(region)} scrolls, and a keyboard or a screen reader does not find it`);
    }
}
for (const number of document.querySelectorAll("td.number")) {
    const hasHead = getComputedStyle(number.closest("table").tHead).display !== "none";
    const label = getComputedStyle(number, "::before").content;
    if (hasHead ? getComputedStyle(number).textAlign !== "right" : label.length < 5) {
        findings.push(`${name(number)} is a number, and stands ${hasHead ? "left" : "without a name"}`);
    }
}
const pictures = [...document.querySelectorAll("svg")];
for (const picture of pictures) {
    const box = picture.getBoundingClientRect();
    if (box.width < 300 || box.height < 150) findings.push(`a picture is ${box.width} by ${box.height}`);
    const inPlace = (name) => (picture.querySelector(`:scope > ${name}`)?.textContent || "").length;
    if (inPlace("title") < 15 || inPlace("desc") < 40) findings.push("a picture has no words in its place");
    const words = [...picture.querySelectorAll("text")];
    const boxes = words.map((word) => word.getBoundingClientRect());
    boxes.forEach((a, i) => boxes.forEach((b, j) => {
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        // Lines of a paragraph touch.
        if (i < j && wide > 1 && high > 4) findings.push(`${name(words[i])} lies over ${name(words[j])}`);
    }));
    boxes.forEach((a, i) => {
        if (a.left < box.left - 1 || a.right > box.right + 1 || a.top < box.top - 1 || a.bottom > box.bottom + 1) {
            findings.push(`${name(words[i])} sticks out of its picture`);
        }
    });
}

const parse = (colour) => colour.match(/[\d.]+/g).map(Number);
const luminance = (colour) => {
    const [r, g, b] = parse(colour).map((part) => {
        const c = part / 255;
        return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a, b) => {
    const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p);
    return (x + 0.05) / (y + 0.05);
};
const ground = (element) => {
    for (let one = element; one; one = one.parentElement) {
        const colour = getComputedStyle(one).backgroundColor;
        if (parse(colour)[3] !== 0) return colour;
    }
    return "rgb(255, 255, 255)";
};
const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
for (const element of document.body.querySelectorAll("*")) {
    if (!hasText(element) || ["script", "style", "title", "desc"].includes(element.localName)) continue;
    const picture = element.closest("svg");
    const style = getComputedStyle(element);
    const [ink, paper] = picture
        ? [style.fill, getComputedStyle(picture.querySelector("rect")).fill]
        : [style.color, ground(element)];
    if (contrast(ink, paper) < 4.5) findings.push(`${name(element)} is hard to read: ${ink} on ${paper}`);
}

const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
ids.filter((id, i) => ids.indexOf(id) !== i).forEach((id) => findings.push(`two elements are called ${id}`));
for (const link of document.querySelectorAll("a[href]")) {
    if (!ids.includes(link.getAttribute("href").slice(1))) findings.push(`${name(link)} leads nowhere`);
}

const dark = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
const told = document.createElement("pre");
told.id = "findings";
told.textContent = [`${pictures.length} pictures, ${dark}, ${window.innerWidth} wide`, ...findings].join("\n");
document.body.append(told);
