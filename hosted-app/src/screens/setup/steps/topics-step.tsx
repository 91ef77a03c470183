import { TopicSettings } from '../../community/settings/topic-settings.tsx'
import type { StepProps } from '../guide.tsx'

/** The topics, as in the community's settings, which save each change. */
export function TopicsStep({ tokenName }: StepProps) {
  return (
    <div className="stoa-setup-topics">
      <TopicSettings tokenName={tokenName} />
    </div>
  )
}
