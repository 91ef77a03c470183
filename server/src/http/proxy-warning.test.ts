import type { IncomingMessage } from 'node:http'
import { expect, test, vi } from 'vitest'
import { createProxyWarning } from './proxy-warning.ts'

const request = (remoteAddress: string, headers = {}) => ({ headers, socket: { remoteAddress } }) as IncomingMessage
const forwarded = { 'x-forwarded-for': '203.0.113.1' }

test('warns once about an untrusted proxy', () => {
  const warn = vi.fn()
  const warnOfProxy = createProxyWarning({ trustProxy: (address) => address === '10.0.0.1', logger: { warn } })
  warnOfProxy(request('10.0.0.2'))
  warnOfProxy(request('10.0.0.1', forwarded))
  expect(warn).not.toHaveBeenCalled()
  warnOfProxy(request('10.0.0.2', forwarded))
  warnOfProxy(request('10.0.0.3', forwarded))
  expect(warn.mock.calls).toEqual([[expect.stringContaining('Requests from 10.0.0.2')]])
})
