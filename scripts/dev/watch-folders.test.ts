import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'vite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { watchFolders } from './watch-folders.mjs'

test('changes are seen each time, also by editors that put a new file in place, and in new folders', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'stoa-watch-')))
  const source = join(folder, 'src')
  for (const path of [source, join(folder, 'app')]) mkdirSync(path)
  const file = join(source, 'a.ts')
  writeFileSync(file, '1')
  const root = join(folder, 'app')
  const vite = await createServer({ root, configFile: false, logLevel: 'silent', server: { middlewareMode: true } })
  onTestFinished(async () => {
    await vite.close()
    rmSync(folder, { recursive: true })
  })
  const changed = vi.fn()
  watchFolders(vite.watcher, [source], changed)
  await vi.waitFor(() => expect(vite.watcher.getWatched()[source]).toEqual(['a.ts']), 5000)
  const next = async (change: () => void) => {
    changed.mockClear()
    change()
    await vi.waitFor(() => expect(changed).toHaveBeenCalledOnce(), 5000)
  }
  const replace = (text: string) => () => {
    writeFileSync(`${file}.test.ts`, text)
    renameSync(`${file}.test.ts`, file)
  }
  await next(() => writeFileSync(file, '2'))
  await next(replace('3'))
  await next(replace('4'))
  await next(() => {
    mkdirSync(join(source, 'new'))
    writeFileSync(join(source, 'new/b.ts'), '1')
  })
})
