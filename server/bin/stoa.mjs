#!/usr/bin/env node
// npm links a command at install only when its file is there, and the built one is not yet.
await import(new URL('../dist/cli.js', import.meta.url).href)
