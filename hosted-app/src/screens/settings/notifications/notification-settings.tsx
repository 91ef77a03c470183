import { type CallInput, type CallOutput } from '@stoa/contract'
import { draftKey } from '@stoa/store'
import { useStoa } from '@stoa/store/react'
import { Button, EmptyState, Skeleton, useTranslate } from '@stoa/ui'
import { useCallback } from 'react'
import { useFieldChanges } from '../../../shell/field-changes.ts'
import type { MemberScreenProps } from '../../../shell/member-screen.tsx'
import { DraftForm } from '../../../shell/save-bar.tsx'
import { useFormAction } from '../../../shell/use-form-action.ts'
import { Section } from '../settings-section.tsx'
import { useLoaded } from '../use-loaded.ts'
import { notificationMessages } from './messages.ts'

/** The notification settings, connected to the server. */
export function NotificationSettings({ viewer }: MemberScreenProps) {
  const t = useTranslate(notificationMessages)
  const { client } = useStoa()
  const load = useCallback(
    async () => (await client.call('notificationSettingsGet', {})).notificationSettings,
    [client],
  )
  const { value: settings, failed, reload, set } = useLoaded(load)
  return (
    <Section id="notifications" title={t('notify.title')} text={t('notify.text')}>
      {settings ? (
        <NotificationSwitches
          settings={settings}
          viewerId={viewer.id}
          onSave={async (change) => {
            const saved = await client.call('notificationSettings', { notificationSettings: change })
            set(() => saved.notificationSettings)
            return saved.notificationSettings
          }}
        />
      ) : failed ? (
        <EmptyState title={t('notify.failed')} action={<Button onClick={reload}>{t('notify.retry')}</Button>}>
          {t('notify.failed.text')}
        </EmptyState>
      ) : (
        <Skeleton lines={8} />
      )}
    </Section>
  )
}

type Settings = CallOutput<'notificationSettingsGet'>['notificationSettings']
type Change = CallInput<'notificationSettings'>['notificationSettings']

interface NotificationSwitchesProps {
  /** The saved settings. */
  settings: Settings
  viewerId: string
  /** Saves the given switches and resolves with all; rejects with the error to show. */
  onSave: (change: Change) => Promise<Settings>
}

const CHANNELS = ['onSite', 'email'] as const
/** Kinds in order. The one for direct messages is hidden until the forum has them. */
const KINDS = [
  'reply',
  'mention',
  'follow',
  'newPost',
  'communityPost',
  'watched',
  'reminder',
  'moderation',
  'queue',
  'digest',
] as const
const SWITCHES = KINDS.flatMap((kind) => CHANNELS.map((channel) => ({ kind, channel, name: `${channel}.${kind}` })))

/** A switch for each kind of notification and channel. Unsaved ones stay on the device. */
function NotificationSwitches({ settings, viewerId, onSave }: NotificationSwitchesProps) {
  const t = useTranslate(notificationMessages)
  const attempt = useFormAction()
  const saved = valuesOf(settings)
  const edits = useFieldChanges(draftKey(viewerId, 'notifications'), saved)
  const { changes, changed } = edits
  const labelOf = ({ kind, channel }: Pick<(typeof SWITCHES)[number], 'kind' | 'channel'>) =>
    t('notify.switch', { kind: t(`notify.${kind}`), channel: t(`notify.${channel}`) })

  async function save(): Promise<boolean> {
    if (!changes) return false
    return attempt.run(async () => {
      const change = Object.fromEntries(
        CHANNELS.map((channel) => {
          const own = SWITCHES.filter((one) => one.channel === channel && changes[one.name])
          return [channel, Object.fromEntries(own.map(({ kind, name }) => [kind, changes[name]?.to]))]
        }),
      )
      edits.settle(changes, valuesOf(await onSave(change)))
    })
  }
  return (
    <DraftForm
      label={t('notify.title')}
      changes={SWITCHES.filter(({ name }) => changed.includes(name)).map(labelOf)}
      attempt={attempt}
      isKept
      onSave={save}
      onDiscard={() => {
        edits.discard()
        attempt.reset()
      }}
    >
      <table className="stoa-settings-switches">
        <thead>
          <tr>
            <th scope="col">{t('notify.kind')}</th>
            {CHANNELS.map((channel) => (
              <th key={channel} scope="col">
                {t(`notify.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {KINDS.map((kind) => (
            <tr key={kind}>
              <th scope="row">{t(`notify.${kind}`)}</th>
              {SWITCHES.filter((one) => one.kind === kind).map((one) => (
                <td key={one.channel}>
                  {one.name in saved && (
                    <label className="stoa-settings-switch">
                      <input
                        type="checkbox"
                        aria-label={labelOf(one)}
                        checked={edits.valueOf(one.name)}
                        onChange={(event) => {
                          attempt.reset()
                          edits.change(one.name, event.currentTarget.checked)
                        }}
                      />
                    </label>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </DraftForm>
  )
}

/** The switches that exist, by name. */
function valuesOf(settings: Settings): Record<string, boolean> {
  const ofChannel = (channel: (typeof CHANNELS)[number]) => settings[channel] as Partial<Record<string, boolean>>
  return Object.fromEntries(
    SWITCHES.flatMap(({ kind, channel, name }) => {
      const isOn = ofChannel(channel)[kind]
      return isOn === undefined ? [] : [[name, isOn]]
    }),
  )
}
