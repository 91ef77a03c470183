import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { ConfigError } from './config.ts'
import { listenOn } from './http/listen-on.ts'
import { startFailure } from './start-failure.ts'

async function failureOn(address: { host: string; port: number }): Promise<string> {
  const server = createServer()
  onTestFinished(() => void server.close())
  return listenOn(server, address).then(
    () => 'listens',
    (error: unknown) => startFailure(error),
  )
}

test('a port in use, a foreign address and wrong settings are told in a line, everything else with its stack', async () => {
  const first = createServer()
  await listenOn(first, { host: '127.0.0.1', port: 0 })
  onTestFinished(() => void first.close())
  const { port } = first.address() as AddressInfo
  expect(await failureOn({ host: '127.0.0.1', port })).toBe(
    `Port ${port} is in use on 127.0.0.1. Stop what uses it, or set PORT to another one.`,
  )
  expect(await failureOn({ host: '192.0.2.1', port: 0 })).toBe('HOST: 192.0.2.1 is no address of this machine.')
  expect(startFailure(new ConfigError('The settings have problems'))).toBe('The settings have problems')
  expect(startFailure(new TypeError('odd'))).toContain('start-failure.test.ts')
})
