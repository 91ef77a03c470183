import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Entry {
  dev?: boolean
  devOptional?: boolean
  optional?: boolean
  link?: boolean
  resolved?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const packages: Record<string, Entry> = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages

/** The folder that a workspace or package resolves another one to: the nearest `node_modules` upwards. */
function locate(from: string, name: string): string | undefined {
  for (let at = from; ; at = at.replace(/(?:^|\/)(?:node_modules\/)?(?:@[^/]+\/)?[^/]+$/, '')) {
    const path = `${at ? `${at}/` : ''}node_modules/${name}`
    if (packages[path]) return packages[path].link ? packages[path].resolved : path
    if (at === '') return undefined
  }
}

/** The production dependencies of a workspace. */
function treeOf(workspace: string): Set<string> {
  const workspacePaths = new Set([workspace])
  for (const path of workspacePaths) {
    const { dependencies = {}, optionalDependencies = {} } = packages[path] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const at = locate(path, name)
      if (at !== undefined) workspacePaths.add(at)
    }
  }
  return workspacePaths
}

const names = (paths: Iterable<string>) => [...paths].map((path) => path.replace(/^.*node_modules\//, ''))

test('a server installs what it runs, and nothing for building, tests or Storybook', () => {
  const installed = names(treeOf('server'))
  expect(installed).toEqual(expect.arrayContaining(['express', 'knex', 'socket.io', 'packages/contract']))
  expect(
    installed.filter((name) => /react|preact|vite|rollup|autocannon|playwright|prosemirror|storybook/.test(name)),
  ).toEqual([])
})

test('dependencies of benchmarks, examples and the forum’s build are for development', () => {
  const runtime = Object.entries(packages).filter(([, entry]) => !entry.dev && !entry.devOptional && !entry.link)
  const installed = names(runtime.map(([path]) => path))
  for (const name of ['autocannon', 'preact', 'preact-render-to-string', 'react-router', 'uqr', 'vite'])
    expect(installed).not.toContain(name)
})
