// Plain JavaScript because a worker thread loads its file without a build.
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'libsql'

const database = new Database(workerData.filename)
// Keeps the copy out of memory.
database.exec('PRAGMA busy_timeout = 5000; PRAGMA temp_store = FILE; PRAGMA synchronous = FULL; VACUUM')
// The rebuilt database is now in the log.
database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all()
database.close()
parentPort?.postMessage('done')
