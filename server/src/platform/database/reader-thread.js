// Plain JavaScript because a worker thread loads its file without a build.
import { getPriority, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'libsql'

// Low enough to let the server respond to others first. Only Linux has priorities per thread; elsewhere the whole
// process would become slow.
const NICE = 7
const NICE_MAX = 19
if (process.platform === 'linux') setPriority(Math.min(getPriority() + NICE, NICE_MAX))

const STATEMENTS_KEPT = 500

const database = new Database(workerData.filename)
database.exec(workerData.pragmas)
/** Prepared statements by their SQL, the latest last. */
const statements = new Map()

function prepare(sql) {
  const statement = statements.get(sql) ?? database.prepare(sql)
  statements.delete(sql)
  statements.set(sql, statement)
  if (statements.size > STATEMENTS_KEPT) statements.delete(statements.keys().next().value)
  return statement
}

parentPort?.on('message', ({ id, sql, bindings }) => {
  try {
    parentPort?.postMessage({ id, rows: prepare(sql).all(bindings) })
  } catch ({ message, code }) {
    parentPort?.postMessage({ id, failure: { message, code } })
  }
})
