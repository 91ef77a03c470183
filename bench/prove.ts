import { join } from 'node:path'
import { runPrograms } from './support/programs.ts'

/** `npm run prove -- <name> …`: long-running checks with real input and injected faults. */
await runPrograms(join(import.meta.dirname, 'proofs'))
