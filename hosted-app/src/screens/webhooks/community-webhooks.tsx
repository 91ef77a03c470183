import { WebhooksSection } from './webhooks-section.tsx'

/** The webhooks of a community, for its owners and admins. */
export function CommunityWebhooks({ tokenName }: { tokenName: string }) {
  return <WebhooksSection key={tokenName} place={{ scope: 'community', name: tokenName }} />
}
