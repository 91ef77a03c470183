import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

const NOT_COPIED = /\/(node_modules|dist|dist-ssr|\.git|\.cache|storybook-static|data)$/

/** A copy of the repository to plant mistakes in. */
export interface PlantedCopy {
  folder: string
  /** Runs a program of the repository in the copy. */
  run(program: string, ...args: string[]): { code: number | null; output: string }
  remove(): void
}

/** Copies the repository, links its installed packages, and writes the given files (text by path) into the copy. */
export function plantedCopy(plants: Record<string, string> = {}): PlantedCopy {
  const root = resolve('.')
  const folder = mkdtempSync(join(tmpdir(), 'stoa-plants-'))
  cpSync(root, folder, { recursive: true, filter: (path) => !NOT_COPIED.test(path.slice(root.length)) })
  for (const [path, text] of Object.entries(plants)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  linkInstalled(root, folder)
  return {
    folder,
    run(program, ...args) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, program), ...args], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, NO_COLOR: '1' },
      })
      return { code: status, output: stdout + stderr }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Our own packages are links from node_modules to the workspaces, so the copy needs links to itself. */
function linkInstalled(root: string, folder: string): void {
  mkdirSync(join(folder, 'node_modules/@stoa'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@stoa') symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  }
  for (const name of readdirSync(join(folder, 'packages'))) {
    symlinkSync(join(folder, 'packages', name), join(folder, 'node_modules/@stoa', name))
  }
}
