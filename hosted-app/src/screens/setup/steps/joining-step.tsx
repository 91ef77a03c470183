import type { CallInput } from '@stoa/contract'
import { useCommunity } from '@stoa/store/react'
import { Banner, Checkbox, RadioGroup, useTranslate } from '@stoa/ui'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { useSaveCommunity } from '../../community/settings/use-save-community.ts'
import type { StepProps } from '../guide.tsx'
import { setupMessages } from '../messages.ts'

/** Who may take part, and whether posts wait for approval. */
export function JoiningStep({ tokenName }: StepProps) {
  const t = useTranslate(setupMessages)
  const community = useCommunity(tokenName)
  const saveCommunity = useSaveCommunity()
  const { busy, problem, run } = useFormAction()
  if (!community) return null
  const save = (change: Pick<CallInput<'communityEdit'>, 'anonymousComments' | 'approvePosts'>) => {
    if (!busy) void run(() => saveCommunity(community, change))
  }
  return (
    <div className="stoa-setup-fields">
      <RadioGroup
        label={t('setup.joining.who')}
        value={community.anonymousComments ? 'everyone' : 'accounts'}
        options={(['accounts', 'everyone'] as const).map((value) => ({
          value,
          label: t(`setup.joining.who.${value}`),
          hint: t(`setup.joining.who.${value}.hint`),
        }))}
        onChange={(value) => save({ anonymousComments: value === 'everyone' })}
      />
      <Checkbox
        label={t('setup.joining.approve')}
        hint={t('setup.joining.approve.hint')}
        checked={community.approvePosts}
        aria-disabled={busy}
        onChange={(event) => save({ approvePosts: event.currentTarget.checked })}
      />
      {problem !== '' && <Banner tone="danger">{problem}</Banner>}
    </div>
  )
}
