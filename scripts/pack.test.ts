import { expect, it } from 'vitest'
import root from '../package.json' with { type: 'json' }
import { publishedManifest } from './pack.mjs'

it('publishes built entries only, our packages at the version they were built with, and nothing for this repository', () => {
  const published = publishedManifest({
    name: '@stoa/one',
    version: '1.2.3',
    publishConfig: { registry: 'https://nowhere.invalid' },
    exports: {
      '.': { source: './src/index.ts', types: './dist/index.d.ts', default: './dist/index.js' },
      './fixtures': { source: './src/fixtures/index.ts' },
      './styles.css': { source: './src/styles.css', default: './dist/styles.css' },
    },
    dependencies: { '@stoa/contract': '*', ky: '1.14.3' },
    devDependencies: { jsdom: '29.1.1' },
  } as Parameters<typeof publishedManifest>[0])
  expect(published).toEqual({
    name: '@stoa/one',
    version: '1.2.3',
    homepage: root.homepage,
    repository: { ...root.repository, directory: 'packages/one' },
    bugs: root.bugs,
    exports: {
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './styles.css': { default: './dist/styles.css' },
    },
    dependencies: { '@stoa/contract': '1.2.3', ky: '1.14.3' },
  })
  // Types come first: compilers read the map in order.
  expect(Object.keys(published.exports['.'] ?? {})).toEqual(['types', 'default'])
})
