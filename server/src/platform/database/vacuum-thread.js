// Plain JavaScript, because a thread loads its file without any build.
import { parentPort, workerData } from 'node:worker_threads'
import Database from 'libsql'

const database = new Database(workerData.filename)
// The copy would else be built in memory.
database.exec('PRAGMA busy_timeout = 5000; PRAGMA temp_store = FILE; PRAGMA synchronous = FULL; VACUUM')
// The whole database is in the log now.
database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all()
database.close()
parentPort?.postMessage('done')
