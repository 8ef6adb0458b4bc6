//! On macOS, a module of Python is linked without Python, which provides its symbols when it loads the module.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
