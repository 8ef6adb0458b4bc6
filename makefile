# Builds the chess engine for OpenBench: `make EXE=NAME`. See docs/src/openbench.md.
EXE = ttlab
CARGO = cargo
SUFFIX = $(if $(filter Windows_NT,$(OS)),.exe)
export RUSTFLAGS ?= -C target-cpu=native
# Another CC is the C compiler of the embedded SQLite.
ifneq (,$(filter cargo%,$(notdir $(CC))))
CARGO = $(CC)
unexport CC
endif

all:
	$(CARGO) build --profile daily --locked --package ttlab --target-dir target/native
	cp target/native/daily/ttlab$(SUFFIX) $(EXE)$(SUFFIX)

.PHONY: all
