import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, expect, test } from 'vitest'

const PROGRAM = resolve('scripts/checks/import-size.mjs')
const folder = mkdtempSync(join(tmpdir(), 'stoa-import-size-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Replaces all packages; `Button` of the first one also imports `along`. */
function packages(along: string): void {
  const imports = readFileSync(PROGRAM, 'utf8').matchAll(/"import \{ (.*) \} from '(@stoa\/[^']+)'"/g)
  for (const [, names = '', path = ''] of imports) {
    const file = join(folder, 'node_modules', path, 'index.js')
    mkdirSync(join(file, '..'), { recursive: true })
    const value = path === '@stoa/ui' ? along : '1'
    writeFileSync(
      file,
      names
        .split(', ')
        .map((name) => `export const ${name} = ${value}\n`)
        .join(''),
    )
  }
}

const check = () => spawnSync(process.execPath, [PROGRAM, folder], { encoding: 'utf8' })

test('reports an import over its ceiling, without parts that load later', () => {
  const large = randomBytes(6000).toString('base64')
  writeFileSync(join(folder, 'large.js'), `export default '${large}'`)
  packages(`() => import('../../../large.js')`)
  expect(check()).toMatchObject({ status: 0 })
  packages(`'${large}'`)
  const { status, stdout } = check()
  expect([status, stdout]).toEqual([1, expect.stringMatching(/import \{ Button \} from '@stoa\/ui' is \d+ bytes over/)])
})
