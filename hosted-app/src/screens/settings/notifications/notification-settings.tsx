import type { CallOutput } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import { Button, EmptyState, Skeleton, useTranslate } from '@stoa/ui'
import { useCallback, useRef, useState } from 'react'
import { Problem, Saved, Section } from '../settings-section.tsx'
import { useLoaded } from '../use-loaded.ts'
import { notificationMessages } from './messages.ts'

/** The notification settings, connected to the server. */
export function NotificationSettings() {
  const t = useTranslate(notificationMessages)
  return (
    <Section id="notifications" title={t('notify.title')} text={t('notify.text')}>
      <NotificationSwitches {...useNotificationSettings()} />
    </Section>
  )
}

/** Switches for each kind of notification and channel. */
export type NotificationChoices = CallOutput<'notificationSettingsGet'>['notificationSettings']

/** One of the switches. The one for direct messages is hidden until the forum has them. */
export type NotificationSwitch =
  | { channel: 'onSite'; kind: Exclude<keyof NotificationChoices['onSite'], 'message'> }
  | { channel: 'email'; kind: Exclude<keyof NotificationChoices['email'], 'message'> }

export interface NotificationSwitchesProps {
  /** The settings; null until loaded. */
  settings: NotificationChoices | null
  /** Loading failed. */
  failed: boolean
  onRetry: () => void
  /** The last change was saved. */
  saved: boolean
  /** The switch whose last change was refused; null for none. */
  refused: NotificationSwitch | null
  onSwitch: (one: NotificationSwitch, on: boolean) => void
}

const CHANNELS = ['onSite', 'email'] as const
const KINDS = ['reply', 'mention', 'follow', 'newPost', 'communityPost', 'moderation', 'queue', 'digest'] as const

/** A switch for each kind of notification and channel. */
function NotificationSwitches(props: NotificationSwitchesProps) {
  const { settings, failed, onRetry, saved, refused, onSwitch } = props
  const t = useTranslate(notificationMessages)
  if (!settings) {
    const retry = <Button onClick={onRetry}>{t('notify.retry')}</Button>
    return failed ? (
      <EmptyState title={t('notify.failed')} action={retry}>
        {t('notify.failed.text')}
      </EmptyState>
    ) : (
      <Skeleton lines={8} />
    )
  }
  const nameOf = ({ kind, channel }: NotificationSwitch) => ({
    kind: t(`notify.${kind}`),
    channel: t(`notify.${channel}`),
  })
  return (
    <>
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
              {CHANNELS.map((channel) => {
                const one = { channel, kind } as NotificationSwitch
                return (
                  <td key={channel}>
                    {kind in settings[channel] && (
                      <label className="stoa-settings-switch">
                        <input
                          type="checkbox"
                          aria-label={t('notify.switch', nameOf(one))}
                          checked={isOn(settings, one)}
                          onChange={(event) => onSwitch(one, event.currentTarget.checked)}
                        />
                      </label>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="stoa-settings-said">
        <Problem>{refused ? t('notify.refused', nameOf(refused)) : ''}</Problem>
        <Saved>{saved ? t('notify.saved') : ''}</Saved>
      </div>
    </>
  )
}

function isOn(settings: NotificationChoices, { channel, kind }: NotificationSwitch): boolean {
  return (settings[channel] as Partial<Record<string, boolean>>)[kind] ?? false
}

/** The viewer's notification settings: a switch moves at once, and back if the server refuses. */
function useNotificationSettings(): NotificationSwitchesProps {
  const { client } = useStoa()
  const load = useCallback(
    async () => (await client.call('notificationSettingsGet', {})).notificationSettings,
    [client],
  )
  const { value: settings, failed, reload, set } = useLoaded(load)
  const [outcome, setOutcome] = useState<{ saved: boolean; refused: NotificationSwitch | null }>(NOTHING)
  // One request at a time, so that the last press on a switch arrives last.
  const queue = useRef<Promise<unknown>>(Promise.resolve())

  async function save(one: NotificationSwitch, on: boolean): Promise<void> {
    try {
      await client.call('notificationSettings', { notificationSettings: { [one.channel]: { [one.kind]: on } } })
      setOutcome({ saved: true, refused: null })
    } catch {
      set((current) => withSwitch(current, one, !on))
      setOutcome({ saved: false, refused: one })
    }
  }
  return {
    settings,
    failed,
    onRetry: reload,
    ...outcome,
    onSwitch(one, on) {
      set((current) => withSwitch(current, one, on))
      setOutcome(NOTHING)
      queue.current = queue.current.then(() => save(one, on))
    },
  }
}

const NOTHING = { saved: false, refused: null }

function withSwitch(settings: NotificationChoices, one: NotificationSwitch, on: boolean): NotificationChoices {
  return { ...settings, [one.channel]: { ...settings[one.channel], [one.kind]: on } }
}
