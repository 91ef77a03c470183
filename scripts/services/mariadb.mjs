import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { freePort, startChild } from './child.mjs'
import { findProgram } from './find-program.mjs'

const DEBIAN = 'mariadb-server'

/**
 * Starts MariaDB in the folder, reachable only from this machine.
 * @param {string} folder
 * @param {{ durable?: boolean }} [options] `durable`: MariaDB's defaults, for measuring speed. Every commit reaches the
 *   disk before it is acknowledged, and the redo log has its usual size. Default: false, which starts faster.
 */
export async function startMariadb(folder, { durable = false } = {}) {
  const server = findProgram({ names: ['mariadbd'], debian: DEBIAN })
  const install = findProgram({ names: ['mariadb-install-db'], debian: DEBIAN })
  const client = findProgram({ names: ['mariadb'], debian: 'mariadb-client' })
  const data = join(folder, 'mariadb')
  const socket = join(folder, 'mariadb.sock')
  const port = await freePort()
  // The server refuses to run as root unless told to.
  const common = ['--no-defaults', `--datadir=${data}`, `--user=${userInfo().username}`, '--skip-name-resolve']
  // Test data needn't survive a power cut, and tests create and drop hundreds of tables. Unknown options are ignored by
  // older versions.
  const unsynced = durable
    ? []
    : ['innodb-flush-method=nosync', 'innodb-doublewrite=0', 'sync-frm=0', 'debug-no-sync'].map(
        (one) => `--loose-${one}`,
      )
  // Small for a fast start, but not if durable: wide rows would fill it within a second, and each round would then
  // write all their pages.
  const redoLog = durable ? [] : ['--innodb-log-file-size=16M']
  mkdirSync(data, { recursive: true })
  execFileSync(install, [...common, '--auth-root-authentication-method=normal', '--skip-test-db', ...redoLog], {
    stdio: 'ignore',
  })
  const args = [
    ...common,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    `--socket=${socket}`,
    `--pid-file=${join(folder, 'mariadb.pid')}`,
    `--tmpdir=${folder}`,
    '--character-set-server=utf8mb4',
    '--collation-server=utf8mb4_unicode_520_ci',
    '--default-time-zone=+00:00',
    '--innodb-buffer-pool-size=128M',
    ...redoLog,
    ...unsynced,
    `--innodb-flush-log-at-trx-commit=${durable ? 1 : 2}`,
    '--sql-mode=STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION,ONLY_FULL_GROUP_BY',
  ]
  const log = join(folder, 'mariadb.log')
  const start = () => startChild({ program: server, args, port, log })
  let child = await start()
  const sql = `create database stoa character set utf8mb4 collate utf8mb4_unicode_520_ci;
    create user stoa@'127.0.0.1' identified by 'stoa'; grant all on *.* to stoa@'127.0.0.1';`
  execFileSync(client, ['--no-defaults', `--socket=${socket}`, '--user=root', '-e', sql])
  return {
    url: `mysql://stoa:stoa@127.0.0.1:${port}/stoa`,
    pid: () => child.pid,
    stop: () => child.stop(),
    /** Restarts it with the same data after it was killed. */
    async restart() {
      child = await start()
    },
  }
}
