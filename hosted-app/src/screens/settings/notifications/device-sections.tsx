import { useStoa } from '@stoa/store/react'
import { Button, EmptyState, Skeleton, useTranslate } from '@stoa/ui'
import { useCallback, useEffect } from 'react'
import { checkDevice, testPush, turnOffPush, turnOnPush } from '../../../push/device.ts'
import { Section } from '../settings-section.tsx'
import { useLoaded } from '../use-loaded.ts'
import { deviceMessages } from './messages.ts'
import { OtherDevices } from './other-devices.tsx'
import { ThisDevice } from './this-device.tsx'

/** This device and the member's others, connected to the browser and the server. */
export function DeviceSections({ viewerId }: { viewerId: string }) {
  const t = useTranslate(deviceMessages)
  const { call } = useStoa().client
  const load = useCallback(() => checkDevice({ call, viewerId }), [call, viewerId])
  const { value: device, failed, reload, set } = useLoaded(load)
  useEffect(() => onPermissionChange(reload), [reload])
  if (!device) {
    return (
      <Section id="device" title={t('device.title')}>
        {failed ? (
          <EmptyState
            level={3}
            title={t('device.failed')}
            action={<Button onClick={reload}>{t('device.retry')}</Button>}
          />
        ) : (
          <Skeleton lines={3} />
        )}
      </Section>
    )
  }
  const { state, endpoint, devices } = device
  return (
    <>
      <ThisDevice
        state={state}
        onTurnOn={async () => {
          const next = await turnOnPush({ call, viewerId })
          set(() => next)
        }}
        onTurnOff={async () => {
          const next = await turnOffPush({ call, viewerId })
          set(() => next)
        }}
        onTest={() => testPush(call, endpoint ?? '')}
      />
      <OtherDevices
        devices={devices.filter((one) => one.endpoint !== endpoint)}
        onRemove={async (deviceId) => {
          const left = await call('pushUnsubscribe', { deviceId })
          set((before) => ({ ...before, devices: left.devices }))
        }}
      />
    </>
  )
}

/** Calls `listener` when the permission may have changed: at once where browsers say so, else after a return to the page. */
function onPermissionChange(listener: () => void): () => void {
  let isOver = false
  let status: PermissionStatus | undefined
  const look = () => document.hidden || listener()
  document.addEventListener('visibilitychange', look)
  ;(navigator as Partial<Navigator>).permissions?.query({ name: 'notifications' }).then(
    (found) => {
      if (isOver) return
      status = found
      status.addEventListener('change', listener)
    },
    () => {},
  )
  return () => {
    isOver = true
    document.removeEventListener('visibilitychange', look)
    status?.removeEventListener('change', listener)
  }
}
