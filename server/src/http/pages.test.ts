import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express, { type RequestHandler } from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { readDomains } from '../domains/domains/domain-config.ts'
import { createLogger } from '../lib/logger.ts'
import { loadPages } from './pages.ts'
import { createRequestDomains } from './request-domain.ts'

test('a redirect is asked for again each time: a post may get its former name back', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stoa-pages-'))
  for (const name of ['dist', 'dist-ssr']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(
    join(folder, 'dist/index.html'),
    '<html lang="en" dir="ltr"><!--stoa-head--><!--stoa-app--><!--stoa-state-->',
  )
  writeFileSync(
    join(folder, 'dist-ssr/entry-server.js'),
    "export const renderPage = async () => ({ status: 301, location: '/there', root: '', head: '', body: '', state: '' })",
  )
  const pages = await loadPages(folder)
  const options = {
    requestDomains: createRequestDomains({
      all: readDomains(folder, 'https://forum.example'),
      trustProxy: () => false,
      communities: { require: () => Promise.reject(new Error('Nothing is looked up.')) },
    }),
    call: () => Promise.reject(new Error('Nothing is called.')),
    logger: createLogger('silent'),
    limit: ((_request, _response, next) => next()) satisfies RequestHandler,
  }
  const server = createServer(express().use(pages(options)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    rmSync(folder, { recursive: true })
  })
  const { port } = server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}/here`, { redirect: 'manual' })
  expect([response.status, response.headers.get('location')]).toEqual([301, '/there'])
  expect(response.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
  const undecodable = await fetch(`http://127.0.0.1:${port}/bbs/%`, { redirect: 'manual' })
  expect(undecodable.headers.get('location')).toBe('/there')
})
