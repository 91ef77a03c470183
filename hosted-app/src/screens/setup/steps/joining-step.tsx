import { useCommunity } from '@stoa/store/react'
import { Banner, Checkbox, useTranslate } from '@stoa/ui'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { useSaveCommunity } from '../../community/settings/use-save-community.ts'
import type { StepProps } from '../guide.tsx'
import { setupMessages } from '../messages.ts'

const SETTINGS = [
  ['anonymousComments', 'anonymous'],
  ['approvePosts', 'approve'],
] as const

/** Who may write, and whether posts wait for approval. */
export function JoiningStep({ tokenName }: StepProps) {
  const t = useTranslate(setupMessages)
  const community = useCommunity(tokenName)
  const saveCommunity = useSaveCommunity()
  const { busy, problem, run } = useFormAction()
  if (!community) return null
  return (
    <div className="stoa-setup-fields">
      {SETTINGS.map(([name, word]) => (
        <Checkbox
          key={name}
          label={t(`setup.joining.${word}`)}
          hint={t(`setup.joining.${word}.hint`)}
          checked={community[name]}
          aria-disabled={busy}
          onChange={(event) => {
            const { checked } = event.currentTarget
            if (!busy) void run(() => saveCommunity(community, { [name]: checked }))
          }}
        />
      ))}
      {problem !== '' && <Banner tone="danger">{problem}</Banner>}
    </div>
  )
}
