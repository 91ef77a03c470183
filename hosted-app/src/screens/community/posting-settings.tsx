import type { CallInput } from '@stoa/contract'
import { putEntities } from '@stoa/store'
import { useCommunity, useStoa } from '@stoa/store/react'
import { Banner, Checkbox, useTranslate } from '@stoa/ui'
import { useHostedApp } from '../../hosted-app.ts'
import { useFormAction } from '../../shell/use-form-action.ts'
import { postingMessages } from './posting-messages.ts'

/** `admin-settings/posting`: whether posts are approved first and need captions. */
export function PostingSettings({ tokenName }: { tokenName: string }) {
  const t = useTranslate(postingMessages)
  const stoa = useStoa()
  const { toasts } = useHostedApp()
  const community = useCommunity(tokenName)
  const { busy, problem, run } = useFormAction()
  async function save(change: Omit<CallInput<'communityEdit'>, 'tokenName'>) {
    const { community } = await stoa.client.call('communityEdit', { tokenName, ...change })
    putEntities(stoa, { communities: { [tokenName]: community } })
    toasts.show({ text: t('posting.saved'), tone: 'success' })
  }
  return (
    <section aria-labelledby="posting-title">
      <h2 id="posting-title">{t('posting.title')}</h2>
      <Checkbox
        label={t('posting.approve')}
        hint={t('posting.approve.hint')}
        checked={community?.approvePosts ?? false}
        disabled={busy}
        onChange={(event) => {
          const approvePosts = event.currentTarget.checked
          void run(() => save({ approvePosts }))
        }}
      />
      <Checkbox
        label={t('posting.transcripts')}
        hint={t('posting.transcripts.hint')}
        checked={community?.requireTranscripts ?? false}
        disabled={busy}
        onChange={(event) => {
          const requireTranscripts = event.currentTarget.checked
          void run(() => save({ requireTranscripts }))
        }}
      />
      {problem !== '' && <Banner tone="danger">{problem}</Banner>}
    </section>
  )
}
