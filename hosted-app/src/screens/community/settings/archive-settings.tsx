import { DecisionDialog } from '@stoa/comments/moderation'
import { CommunityStatus } from '@stoa/contract'
import { useCommunity } from '@stoa/store/react'
import { Banner, Button, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { useHostedApp } from '../../../hosted-app.ts'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { Section } from '../../settings/settings-section.tsx'
import { archiveMessages } from './messages.ts'
import { useSaveCommunity } from './use-save-community.ts'

/** `admin-settings/archive`: archives a community, or unarchives it. */
export function ArchiveSettings({ tokenName }: { tokenName: string }) {
  const t = useTranslate(archiveMessages)
  const { toasts } = useHostedApp()
  const community = useCommunity(tokenName)
  const saveCommunity = useSaveCommunity()
  const { busy, problem, run } = useFormAction()
  const [isAsked, setAsked] = useState(false)
  if (!community) return null
  const loadedCommunity = community
  const isArchived = community.publishStatus === CommunityStatus.archived
  async function save(archived: boolean) {
    await saveCommunity(loadedCommunity, { archived })
    setAsked(false)
    toasts.show({ text: t(archived ? 'archive.done' : 'archive.restored'), tone: 'success' })
  }
  return (
    <Section
      isDanger={!isArchived}
      id="archive"
      title={t(isArchived ? 'archive.archived' : 'archive.title')}
      text={t(isArchived ? 'archive.archived.text' : 'archive.text')}
    >
      {problem !== '' && <Banner tone="danger">{problem}</Banner>}
      <div>
        {isArchived ? (
          <Button busy={busy} onClick={() => void run(() => save(false))}>
            {t('archive.restore')}
          </Button>
        ) : (
          <Button onClick={() => setAsked(true)}>{t('archive.submit')}</Button>
        )}
      </div>
      {isAsked && (
        <DecisionDialog
          title={t('archive.sure', { community: community.title })}
          submit={t('archive.submit')}
          onDecide={() => save(true)}
          onClose={() => setAsked(false)}
        >
          <p>{t('archive.text')}</p>
        </DecisionDialog>
      )}
    </Section>
  )
}
