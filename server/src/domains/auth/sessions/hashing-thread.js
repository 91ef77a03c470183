// Plain JavaScript, because a thread loads its file without any build.
import { getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'

// Low enough to let readers pass at once, not so low that nobody gets in while there are many of them. Only Linux gives
// each thread a priority; elsewhere the whole process would become slow.
const NICE = 7
const NICE_MAX = 19
if (process.platform === 'linux') setPriority(Math.min(getPriority() + NICE, NICE_MAX))

parentPort?.on('message', ({ password, parameters, stored }) => {
  parentPort?.postMessage(stored === undefined ? hashSync(password, parameters) : verifySync(stored, password))
})
