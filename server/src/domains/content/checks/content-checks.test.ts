import { expect, test, vi } from 'vitest'
import { startTestApp } from '../../../../test/harness.ts'
import { seedCommunity } from '../../../../test/seed-community.ts'
import { createRateLimits } from '../../../platform/limits/rate-limits.ts'
import { createContentChecks } from './content-checks.ts'
import { createRuleStore } from './rules.ts'

test('a check that failed runs again when its request is tried again', async () => {
  const stoa = await startTestApp()
  try {
    const { database, clock } = stoa
    const id = await seedCommunity(stoa)
    const ruleStore = createRuleStore({ database, clock })
    vi.spyOn(ruleStore, 'inForce').mockRejectedValueOnce(new Error('deadlock'))
    const rateLimits = createRateLimits({ scale: 1, clock, redis: null })
    const checks = createContentChecks({ clock, rateLimits, ruleStore, scorer: null })
    const run = checks.begin()
    const community = { id, tokenName: 'FORUM', slowModeSeconds: 60 }
    const sender = { userId: null, visitorId: 'a browser', address: '192.0.2.1' }
    const check = (text: string) => run.check({ community, author: null, sender, text })
    await expect(check('A text.')).rejects.toThrow('deadlock')
    const outcome = await check('A text.')
    expect(outcome.held).toBe(false)
    expect(await check('A text.')).toBe(outcome)
    // Counted once.
    await expect(
      checks.begin().check({ community, author: null, sender, text: 'Another text.' }),
    ).rejects.toMatchObject({ code: 'SLOW_MODE' })
  } finally {
    await stoa.close()
  }
})
