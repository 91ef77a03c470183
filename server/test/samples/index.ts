import type { CallName } from '@stoa/contract'
import type { Sample, SampleRequest, SampleScene } from '../sample-scene.ts'
import { accountSamples, mediaSamples, notificationSamples } from './accounts.ts'
import { emailSamples, providerSamples, secondFactorSamples, sessionSamples } from './auth.ts'
import { articleSamples, commentSamples } from './comments.ts'
import { checkSamples, communitySamples } from './communities.ts'
import { moderationSamples, queueSamples } from './moderation.ts'
import { draftSamples, markSamples, postSamples } from './posts.ts'

/** Calls without samples, with reasons. */
export const WITHOUT_SAMPLES = {
  authProviderCallback: 'its state is made by the redirect before',
  userExportDownload: 'its link is mailed, and good once',
} satisfies Partial<Record<CallName, string>>

/** Samples of every call. */
export const samples: { [Name in Exclude<CallName, keyof typeof WITHOUT_SAMPLES>]: readonly Sample<Name>[] } = {
  ...accountSamples,
  ...articleSamples,
  ...checkSamples,
  ...commentSamples,
  ...communitySamples,
  ...draftSamples,
  ...emailSamples,
  ...markSamples,
  ...mediaSamples,
  ...moderationSamples,
  ...notificationSamples,
  ...postSamples,
  ...providerSamples,
  ...queueSamples,
  ...secondFactorSamples,
  ...sessionSamples,
}

/** A sample without the type of its call, for tests that go through all of them. */
export interface AnySample {
  name: CallName
  /** Number of the sample among those of its call. */
  index: number
  /** Makes a new request; its sender is `null` for a visitor. */
  make(scene: SampleScene): Promise<SampleRequest & { by: { token: string } | null }>
}

/** All samples, in the order of their calls. */
export const allSamples: readonly AnySample[] = Object.entries(samples).flatMap(([name, all]) =>
  (all as readonly Sample<CallName>[]).map((sample, index) => ({
    name: name as CallName,
    index,
    async make(scene) {
      const request = await sample(scene)
      return { ...request, by: request.by === undefined ? scene.member : request.by }
    },
  })),
)
