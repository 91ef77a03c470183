import type { MessageAudience, MessageSettings as Settings } from '@stoa/contract'
import { draftKey } from '@stoa/store'
import { useStoa } from '@stoa/store/react'
import { Button, Checkbox, EmptyState, RadioGroup, Skeleton, useTranslate } from '@stoa/ui'
import { useCallback } from 'react'
import { useFieldChanges } from '../../../shell/field-changes.ts'
import type { MemberScreenProps } from '../../../shell/member-screen.tsx'
import { DraftForm } from '../../../shell/save-bar.tsx'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { Section } from '../settings-section.tsx'
import { useLoaded } from '../use-loaded.ts'
import { messageSettingsTexts } from './messages.ts'

/** The settings of messages, connected to the server. */
export function MessageSettings({ viewer }: MemberScreenProps) {
  const t = useTranslate(messageSettingsTexts)
  const { client } = useStoa()
  const load = useCallback(async () => (await client.call('dmSettingsGet', {})).messageSettings, [client])
  const { value: settings, failed, reload, set } = useLoaded(load)
  return (
    <Section id="messages" title={t('dm.title')} text={t('dm.text')}>
      {settings ? (
        <MessageSettingsForm
          settings={settings}
          viewerId={viewer.id}
          onSave={async (change) => {
            const saved = await client.call('dmSettings', { messageSettings: change })
            set(() => saved.messageSettings)
            return saved.messageSettings
          }}
        />
      ) : failed ? (
        <EmptyState title={t('dm.failed')} action={<Button onClick={reload}>{t('dm.retry')}</Button>}>
          {t('dm.failed.text')}
        </EmptyState>
      ) : (
        <Skeleton lines={8} />
      )}
    </Section>
  )
}

interface MessageSettingsFormProps {
  /** The saved settings. */
  settings: Settings
  viewerId: string
  /** Saves the given settings and resolves with all; rejects with the error to show. */
  onSave: (change: Partial<Settings>) => Promise<Settings>
}

const AUDIENCES: readonly MessageAudience[] = ['anyone', 'members', 'followed', 'nobody']

/** Who may write first, and whether others see what was seen. Unsaved choices stay on the device. */
function MessageSettingsForm({ settings, viewerId, onSave }: MessageSettingsFormProps) {
  const t = useTranslate(messageSettingsTexts)
  const attempt = useFormAction()
  const edits = useFieldChanges<{ audience: string; showSeen: boolean }>(
    draftKey(viewerId, 'message-settings'),
    settings,
  )
  const { changes, changed } = edits
  const names = { audience: t('dm.audience'), showSeen: t('dm.showSeen') }

  async function save(): Promise<boolean> {
    if (!changes) return false
    return attempt.run(async () => {
      const { audience, showSeen } = changes
      const saved = await onSave({
        ...(audience && { audience: audience.to as MessageAudience }),
        ...(showSeen && { showSeen: showSeen.to }),
      })
      edits.settle(changes, saved)
    })
  }
  return (
    <DraftForm
      label={t('dm.title')}
      changes={changed.map((name) => names[name])}
      attempt={attempt}
      isKept
      onSave={save}
      onDiscard={() => {
        edits.discard()
        attempt.reset()
      }}
    >
      <RadioGroup
        label={t('dm.audience')}
        hint={t('dm.audience.hint')}
        options={AUDIENCES.map((value) => ({ value, label: t(`dm.audience.${value}`) }))}
        value={edits.valueOf('audience') as MessageAudience}
        onChange={(audience) => {
          attempt.reset()
          edits.change('audience', audience)
        }}
      />
      <Checkbox
        label={t('dm.showSeen')}
        hint={t('dm.showSeen.hint')}
        checked={edits.valueOf('showSeen')}
        onChange={(event) => {
          attempt.reset()
          edits.change('showSeen', event.currentTarget.checked)
        }}
      />
    </DraftForm>
  )
}
