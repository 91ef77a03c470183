// Plain JavaScript because a worker thread loads its file without a build.
import { getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'

// Low enough to let reads pass, high enough that sign-ins finish under load. Only Linux has priorities per thread;
// elsewhere the whole process would become slow.
const NICE = 7
const NICE_MAX = 19
if (process.platform === 'linux') setPriority(Math.min(getPriority() + NICE, NICE_MAX))

parentPort?.on('message', ({ password, parameters, stored }) => {
  parentPort?.postMessage(stored === undefined ? hashSync(password, parameters) : verifySync(stored, password))
})
