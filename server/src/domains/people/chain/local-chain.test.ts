import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forum, startForum } from '../../../../test/forum.ts'
import { askLocalChain, findAnvil, notedLocalChain, startLocalChain } from './local-chain.ts'

const NEW_FOR_MS = 3 * 60 * 1000

let forum: Forum
beforeAll(async () => {
  // A fifth of a minute of blocks, otherwise.
  forum = await startForum({}, { STOA_CHAIN_CONFIRMATIONS: '1' })
})
afterAll(() => forum.stoa.close())

test('without a node, a chain on this machine serves to try deposits, once somebody wants an address', async () => {
  const { stoa, ada } = forum
  const { chain } = stoa.app.services
  const folder = stoa.settings.STOA_DATA ?? ''
  const shown = async () => (await stoa.call('walletChain', { tokenName: 'FORUM' }, ada)).body.payload
  expect(await shown()).toMatchObject({ chain: { isLocal: true, contract: null }, address: null })
  await chain.watch()
  expect(existsSync(join(folder, 'local-chain.json'))).toBe(false)

  expect((await stoa.call('depositAddress', { tokenName: 'FORUM' }, ada)).body.code).toBe('COMMUNITY_TOO_NEW')
  stoa.clock.advance(NEW_FOR_MS)
  expect((await stoa.call('depositAddress', { tokenName: 'FORUM' }, ada)).status).toBe(200)
  await chain.watch()
  expect(notedLocalChain(folder)).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  await chain.tryDeposit({ userId: ada.id, tokenName: 'FORUM', units: 2_500_000 })
  await expect
    .poll(async () => {
      await chain.watch()
      return (await shown()).deposits.map(({ state, amount }) => [state, amount])
    })
    .toEqual([['credited', '2500000']])
})

test('a chain on this machine ends with the process that started it', async () => {
  const anvil = findAnvil()
  if (anvil === null) throw new Error('Install @foundry-rs/anvil.')
  const chain = await startLocalChain(anvil)
  chain.stop()
  await expect
    .poll(() =>
      askLocalChain(chain.url, 'eth_chainId', []).then(
        () => 'there',
        () => 'gone',
      ),
    )
    .toBe('gone')
})

test('production has no chain of its own', async () => {
  const { readConfig } = await import('../../../config.ts')
  const settings = {
    NODE_ENV: 'production',
    STOA_URL: 'https://forum.example',
    STOA_SECRET: 'k7Qz1mX9pL4vB8nR2tY6wC3dF5gH0jSa',
  }
  expect(readConfig(settings)).toMatchObject({ chainUrl: null, hasLocalChain: false })
})
