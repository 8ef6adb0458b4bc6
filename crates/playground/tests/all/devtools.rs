//! A browser without a screen, driven by its `DevTools` protocol over a pipe.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// Passes the pipe to the browser, which reads commands from descriptor 3 and writes answers to descriptor 4.
const START: &str = "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1";

/// A browser with one page.
pub(crate) struct Browser {
    child: Child,
    commands: ChildStdin,
    answers: BufReader<ChildStdout>,
    session: Value,
    number: u64,
    /// What the browser told without being asked.
    pub(crate) events: Vec<Value>,
}

impl Browser {
    pub(crate) fn start(name: &str, profile: &Path) -> Self {
        let mut command = Command::new("sh");
        command.args(["-c", START, "sh", name, "--headless=new", "--no-sandbox", "--disable-gpu"]);
        command.arg("--remote-debugging-pipe").arg(format!("--user-data-dir={}", profile.display()));
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (commands, answers) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut browser = Self { child, commands, answers, session: Value::Null, number: 0, events: Vec::new() };
        let target = browser.send("Target.createTarget", &json!({ "url": "about:blank" }));
        let target = json!({ "targetId": target["targetId"], "flatten": true });
        browser.session = browser.send("Target.attachToTarget", &target)["sessionId"].clone();
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.send(&format!("{domain}.enable"), &json!({}));
        }
        browser
    }

    /// Sends a command and returns its result.
    pub(crate) fn send(&mut self, method: &str, parameters: &Value) -> Value {
        self.number += 1;
        let mut command = json!({ "id": self.number, "method": method, "params": parameters });
        if !self.session.is_null() {
            command["sessionId"] = self.session.clone();
        }
        self.commands.write_all(format!("{command}\0").as_bytes()).unwrap();
        loop {
            let mut message = Vec::new();
            self.answers.read_until(0, &mut message).unwrap();
            let message = message.strip_suffix(&[0]).expect("the browser still runs");
            let message: Value = serde_json::from_slice(message).unwrap();
            if message["id"] == self.number {
                assert!(message["error"].is_null(), "{method}: {message}");
                return message["result"].clone();
            }
            self.events.push(message);
        }
    }

    /// Returns the value of a JavaScript expression.
    pub(crate) fn value(&mut self, expression: &str) -> Value {
        let parameters = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.send("Runtime.evaluate", &parameters);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    /// Waits until an expression is true.
    pub(crate) fn wait_for(&mut self, expression: &str) {
        for _ in 0..600 {
            if self.value(expression) == true {
                return;
            }
            thread::sleep(Duration::from_millis(50));
        }
        let page = self.value("document.body.innerText");
        panic!("it never becomes true that {expression}: {page}\n{:?}", self.faults());
    }

    /// Presses and releases a key.
    pub(crate) fn press(&mut self, key: &str) {
        let (code, text) = match key {
            "Tab" => (9, None),
            "End" => (35, None),
            "Home" => (36, None),
            "ArrowLeft" => (37, None),
            "ArrowRight" => (39, None),
            letter => (letter.as_bytes()[0].to_ascii_uppercase().into(), Some(letter)),
        };
        let mut press = json!({ "type": "keyDown", "key": key, "windowsVirtualKeyCode": code });
        if let Some(text) = text {
            press["text"] = text.into();
        }
        self.send("Input.dispatchKeyEvent", &press);
        self.send("Input.dispatchKeyEvent", &json!({ "type": "keyUp", "key": key, "windowsVirtualKeyCode": code }));
    }

    /// Returns the exceptions and errors of the page, such as violations of its policy.
    pub(crate) fn faults(&self) -> Vec<&Value> {
        let is_fault = |event: &&Value| {
            let entry = &event["params"]["entry"]["level"];
            event["method"] == "Runtime.exceptionThrown" || event["method"] == "Log.entryAdded" && entry == "error"
        };
        self.events.iter().filter(is_fault).collect()
    }

    /// Returns the addresses that the page requested.
    pub(crate) fn requests(&self) -> Vec<&str> {
        let requests = self.events.iter().filter(|event| event["method"] == "Network.requestWillBeSent");
        requests.filter_map(|event| event["params"]["request"]["url"].as_str()).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.commands.write_all(b"{\"id\":0,\"method\":\"Browser.close\"}\0");
        let _ = self.child.wait();
    }
}
