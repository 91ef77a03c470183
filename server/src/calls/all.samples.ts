import type { CallName } from '@stoa/contract'
import type { Sample, SampleRequest, SampleScene } from '../../test/samples.ts'
import { accountSamples } from './account.samples.ts'
import { apiKeySamples } from './api-keys.samples.ts'
import { appCheckSamples } from './app-check.samples.ts'
import { articleSamples } from './articles.samples.ts'
import { banSamples } from './bans.samples.ts'
import { cardSamples } from './cards.samples.ts'
import { cashierSamples } from './cashier.samples.ts'
import { chainSamples } from './chain.samples.ts'
import { checkSamples } from './checks.samples.ts'
import { commentSamples } from './comments.samples.ts'
import { communitySamples } from './communities.samples.ts'
import { domainSamples } from './domains.samples.ts'
import { draftSamples } from './drafts.samples.ts'
import { insetSamples } from './insets.samples.ts'
import { mainMenuSamples } from './main-menu.samples.ts'
import { markSamples } from './marks.samples.ts'
import { mediaSamples } from './media.samples.ts'
import { memberSamples } from './members.samples.ts'
import { messageSamples } from './messages.samples.ts'
import { moderationLogSamples } from './moderation-log.samples.ts'
import { moderationQueueSamples } from './moderation-queue.samples.ts'
import { muteSamples } from './mutes.samples.ts'
import { networkSamples } from './network.samples.ts'
import { notificationSamples } from './notifications.samples.ts'
import { pageSamples } from './pages.samples.ts'
import { passkeySamples } from './passkeys.samples.ts'
import { postSamples } from './posts.samples.ts'
import { providerSamples } from './providers.samples.ts'
import { pushSamples } from './push.samples.ts'
import { reactionSamples } from './reactions.samples.ts'
import { readingSamples } from './reading.samples.ts'
import { reportSamples } from './reports.samples.ts'
import { searchSamples } from './search.samples.ts'
import { secondFactorSamples } from './second-factor.samples.ts'
import { setupSamples } from './setup.samples.ts'
import { signInSamples } from './sign-in.samples.ts'
import { supportSamples } from './support.samples.ts'
import { topicSamples } from './topics.samples.ts'
import { userSamples } from './users.samples.ts'
import { viewerSamples } from './viewer.samples.ts'
import { walletSamples } from './wallets.samples.ts'
import { webhookSamples } from './webhooks.samples.ts'

/** Calls without samples, with reasons. */
type WithoutSamples = {
  authProviderCallback: 'its state is made by the redirect before'
  setupLinkCheck: 'the forum has an owner'
  setupClaim: 'the forum has an owner'
  userExportDownload: 'its link is mailed, and good once'
}

/** Samples of every call. */
const samples: { [Name in Exclude<CallName, keyof WithoutSamples>]: readonly Sample<Name>[] } = {
  ...accountSamples,
  ...apiKeySamples,
  ...appCheckSamples,
  ...articleSamples,
  ...banSamples,
  ...cardSamples,
  ...cashierSamples,
  ...chainSamples,
  ...checkSamples,
  ...commentSamples,
  ...communitySamples,
  ...domainSamples,
  ...draftSamples,
  ...topicSamples,
  ...insetSamples,
  ...mainMenuSamples,
  ...markSamples,
  ...mediaSamples,
  ...memberSamples,
  ...messageSamples,
  ...moderationLogSamples,
  ...moderationQueueSamples,
  ...muteSamples,
  ...networkSamples,
  ...notificationSamples,
  ...pageSamples,
  ...passkeySamples,
  ...postSamples,
  ...providerSamples,
  ...pushSamples,
  ...reactionSamples,
  ...readingSamples,
  ...reportSamples,
  ...searchSamples,
  ...secondFactorSamples,
  ...setupSamples,
  ...signInSamples,
  ...supportSamples,
  ...userSamples,
  ...viewerSamples,
  ...webhookSamples,
  ...walletSamples,
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
