import type { networkCalls } from '@stoa/contract/schemas'
import type { SampleScene, SamplesOf } from '../../test/samples.ts'
import { jobKind } from '../platform/jobs/queue.ts'

const NOBODYS = jobKind<object>('nobody does this')

const asAdmin = async ({ admin }: SampleScene) => ({ input: {}, by: await admin() })

/** A job that waits. */
async function job({ stoa }: SampleScene): Promise<string> {
  const key = `sample ${stoa.app.ids.next()}`
  const runAt = stoa.clock.now() + 1000
  await stoa.database.transaction(async (tx) => stoa.app.jobs.enqueue(tx, NOBODYS, { payload: {}, key, runAt }))
  const jobs = await stoa.app.jobs.list({ kind: NOBODYS.name, limit: 1000 })
  return jobs.find((one) => one.key === key)?.id ?? ''
}

export const networkSamples: SamplesOf<typeof networkCalls> = {
  networkOverview: [
    async ({ admin }) => ({ input: { period: 'week' }, by: await admin() }),
    async ({ admin, tokenName }) => ({ input: { period: 'week', community: tokenName }, by: await admin() }),
  ],
  networkHealth: [asAdmin],
  networkJobRetry: [
    async (scene) => ({
      input: { jobId: await job(scene) },
      by: await scene.admin(),
      other: { jobId: await job(scene) },
    }),
  ],
  networkRetention: [asAdmin],
  networkRetentionSet: [
    async ({ admin }) => ({
      input: { kind: 'revisions', days: 365 },
      by: await admin(),
      other: { kind: 'revisions', days: 366 },
    }),
  ],
  networkPeople: [async ({ admin }) => ({ input: { query: 'a', limit: 5 }, by: await admin() })],
  networkCommunities: [async ({ admin }) => ({ input: { limit: 5 }, by: await admin() })],
  networkOrigins: [asAdmin],
  networkFiles: [asAdmin],
  networkMail: [asAdmin],
  networkLog: [async ({ admin, tokenName }) => ({ input: { community: tokenName }, by: await admin() })],
}
