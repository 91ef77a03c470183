import type { CallOutput } from '@stoa/contract'
import { Button, EmptyState, Skeleton, useTranslate } from '@stoa/ui'
import { notificationMessages } from './notification-messages.ts'
import { Problem } from './problem.tsx'
import { Saved } from './section.tsx'

/** Switches for each kind of notification and channel. */
export type NotificationSettings = CallOutput<'notificationSettingsGet'>['notificationSettings']

/** One of the switches. The one for direct messages is hidden until the forum has them. */
export type NotificationSwitch =
  | { channel: 'onSite'; kind: Exclude<keyof NotificationSettings['onSite'], 'message'> }
  | { channel: 'email'; kind: Exclude<keyof NotificationSettings['email'], 'message'> }

export interface NotificationSwitchesProps {
  /** The settings; null until loaded. */
  settings: NotificationSettings | null
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
const KINDS = ['reply', 'mention', 'follow', 'newPost', 'communityPost', 'moderation', 'digest'] as const

/** A switch for each kind of notification and channel. */
export function NotificationSwitches(props: NotificationSwitchesProps) {
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
      <div className="stoa-settings-said">
        <Problem>{refused ? t('notify.refused', nameOf(refused)) : ''}</Problem>
        <Saved>{saved ? t('notify.saved') : ''}</Saved>
      </div>
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
    </>
  )
}

function isOn(settings: NotificationSettings, { channel, kind }: NotificationSwitch): boolean {
  return (settings[channel] as Partial<Record<string, boolean>>)[kind] ?? false
}
