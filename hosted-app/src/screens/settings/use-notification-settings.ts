import { useStoa } from '@stoa/store/react'
import { useCallback, useRef, useState } from 'react'
import type { NotificationSettings, NotificationSwitch, NotificationSwitchesProps } from './notification-switches.tsx'
import { useLoaded } from './use-loaded.ts'

/** The viewer's notification settings: a switch moves at once, and back if the server refuses. */
export function useNotificationSettings(): NotificationSwitchesProps {
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
      set((shown) => withSwitch(shown, one, !on))
      setOutcome({ saved: false, refused: one })
    }
  }
  return {
    settings,
    failed,
    onRetry: reload,
    ...outcome,
    onSwitch(one, on) {
      set((shown) => withSwitch(shown, one, on))
      setOutcome(NOTHING)
      queue.current = queue.current.then(() => save(one, on))
    },
  }
}

const NOTHING = { saved: false, refused: null }

function withSwitch(settings: NotificationSettings, one: NotificationSwitch, on: boolean): NotificationSettings {
  return { ...settings, [one.channel]: { ...settings[one.channel], [one.kind]: on } }
}
