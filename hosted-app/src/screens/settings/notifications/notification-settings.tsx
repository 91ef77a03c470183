import './notification-settings.css'
import type { CallInput, CallOutput } from '@stoa/contract'
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
import { DeviceSections } from './device-sections.tsx'
import { notificationMessages } from './messages.ts'
import { QuietHours } from './quiet-hours.tsx'
import { QUIET_FIELDS, type QuietValues, quietHoursOf, quietProblem, quietValues } from './quiet-values.ts'

/** The member's devices and notification settings, connected to the server. */
export function NotificationSettings({ viewer }: MemberScreenProps) {
  const t = useTranslate(notificationMessages)
  const { client } = useStoa()
  const load = useCallback(
    async () => (await client.call('notificationSettingsGet', {})).notificationSettings,
    [client],
  )
  const { value: settings, failed, reload, set } = useLoaded(load)
  return (
    <>
      <DeviceSections viewerId={viewer.id} />
      <Section id="notifications" title={t('notify.title')} text={t('notify.text')}>
        {settings ? (
          <NotificationForm
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
    </>
  )
}

type Settings = CallOutput<'notificationSettingsGet'>['notificationSettings']
type Change = CallInput<'notificationSettings'>['notificationSettings']

interface NotificationFormProps {
  /** The saved settings. */
  settings: Settings
  viewerId: string
  /** Saves the given settings and resolves with all; rejects with the error to show. */
  onSave: (change: Change) => Promise<Settings>
}

const CHANNELS = ['onSite', 'email', 'push'] as const
/** Kinds in order. */
const KINDS = [
  'reply',
  'mention',
  'message',
  'follow',
  'newPost',
  'communityPost',
  'watched',
  'reminder',
  'moderation',
  'role',
  'queue',
  'overdue',
  'digest',
] as const
type Kind = (typeof KINDS)[number]
type Channel = (typeof CHANNELS)[number]
type SwitchName = `${Channel}.${Kind}`
type Values = Record<SwitchName, boolean> & QuietValues

/** The inbox always shows messages. */
const SWITCHES = KINDS.flatMap((kind) =>
  CHANNELS.map((channel) => ({ kind, channel, name: `${channel}.${kind}` as const })),
).filter(({ name }) => name !== 'onSite.message')

/** A switch for each kind of notification and channel, and the quiet hours. Unsaved ones stay on the device. */
function NotificationForm({ settings, viewerId, onSave }: NotificationFormProps) {
  const t = useTranslate(notificationMessages)
  const attempt = useFormAction()
  const saved = valuesOf(settings)
  const edits = useFieldChanges<Values>(draftKey(viewerId, 'notifications'), saved)
  const { changes, changed } = edits
  const quiet = Object.fromEntries(QUIET_FIELDS.map((name) => [name, edits.valueOf(name)])) as unknown as QuietValues
  const changesQuiet = JSON.stringify(quietHoursOf(quiet)) !== JSON.stringify(settings.quietHours)
  const labelOf = ({ kind, channel }: { kind: Kind; channel: Channel }) =>
    t('notify.switch', { kind: t(`notify.${kind}`), channel: t(`notify.${channel}`) })

  async function save(): Promise<boolean> {
    if (!changes || quietProblem(quiet)) return false
    return attempt.run(async () => {
      const switches = CHANNELS.flatMap((channel) => {
        const own = SWITCHES.filter((one) => one.channel === channel && changes[one.name])
        return own.length === 0
          ? []
          : [[channel, Object.fromEntries(own.map(({ kind, name }) => [kind, changes[name]?.to]))]]
      })
      const change = { ...Object.fromEntries(switches), ...(changesQuiet && { quietHours: quietHoursOf(quiet) }) }
      edits.settle(changes, valuesOf(await onSave(change)))
    })
  }
  function edit(name: keyof Values, value: string | boolean): void {
    attempt.reset()
    edits.change(name, value)
  }
  return (
    <DraftForm
      label={t('notify.title')}
      changes={[
        ...SWITCHES.filter(({ name }) => changed.includes(name)).map(labelOf),
        ...(changesQuiet ? [t('quiet.title')] : []),
      ]}
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
              {CHANNELS.map((channel) => (
                <td key={channel}>
                  {SWITCHES.filter((one) => one.kind === kind && one.channel === channel && one.name in saved).map(
                    (one) => (
                      <label key={one.name} className="stoa-settings-switch">
                        <input
                          type="checkbox"
                          aria-label={labelOf(one)}
                          checked={edits.valueOf(one.name)}
                          onChange={(event) => edit(one.name, event.currentTarget.checked)}
                        />
                        <span aria-hidden="true">{t(`notify.${channel}`)}</span>
                      </label>
                    ),
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <QuietHours values={quiet} onChange={edit} />
    </DraftForm>
  )
}

/** The values of the form: the switches that exist, and the quiet hours. */
function valuesOf(settings: Settings): Values {
  const ofChannel = (channel: Channel) => settings[channel] as Partial<Record<Kind, boolean>>
  const switches = SWITCHES.flatMap(({ kind, channel, name }) => {
    const isOn = ofChannel(channel)[kind]
    return isOn === undefined ? [] : [[name, isOn]]
  })
  return { ...(Object.fromEntries(switches) as Record<SwitchName, boolean>), ...quietValues(settings.quietHours) }
}
