import { useActions, useStoaState } from '@stoa/store/react'
import { BellIcon, Button, useTranslate } from '@stoa/ui'
import { useLayoutEffect, useState } from 'react'
import { adopt } from '../first-view/adopt-styles.ts'
import styles from './watch-thread.css?inline'

/** English texts of the button that watches a conversation. */
export const watchMessages = {
  'watch.off': 'Watch',
  'watch.on': 'Watching',
  'watch.started': 'You’ll be notified of new comments',
  'watch.ended': 'You’re no longer watching this conversation',
} as const

/** Props of `WatchThread`. */
export interface WatchThreadProps {
  host: HTMLElement
  /** The article's post. */
  postId: string
  /** Called when it was refused. */
  onFailure: (error: unknown) => void
}

/** Lets readers watch an article's conversation without commenting. */
export function WatchThread({ host, postId, onFailure }: WatchThreadProps) {
  const { watchPost } = useActions()
  const isOn = useStoaState(({ watches }) => postId in watches)
  useLayoutEffect(() => {
    if (host.shadowRoot) adopt(host.shadowRoot, styles)
  }, [host])
  return <WatchButton isOn={isOn} onWatch={(watch) => watchPost({ postId, watch })} onFailure={onFailure} />
}

/** Props of `WatchButton`. */
export interface WatchButtonProps {
  /** The viewer watches the conversation. */
  isOn: boolean
  /** Called when the viewer wants to watch it, or no longer. */
  onWatch: (watch: boolean) => Promise<void>
  /** Called with the error if that is rejected. */
  onFailure: (error: unknown) => void
}

/** A button with two states, whose result is announced. */
export function WatchButton({ isOn, onWatch, onFailure }: WatchButtonProps) {
  const t = useTranslate(watchMessages)
  const [result, setResult] = useState('')
  const toggle = () =>
    onWatch(!isOn).then(
      () => setResult(t(isOn ? 'watch.ended' : 'watch.started')),
      (error: unknown) => {
        setResult('')
        onFailure(error)
      },
    )
  return (
    <div className="stoa-embed-watch">
      <Button
        size="s"
        variant="quiet"
        icon={<BellIcon size={16} />}
        pressed={isOn}
        // Where the button is narrow, it shows the icon only.
        aria-label={t(isOn ? 'watch.on' : 'watch.off')}
        title={t(isOn ? 'watch.on' : 'watch.off')}
        onClick={() => void toggle()}
      >
        <span aria-hidden="true">
          <span hidden={isOn}>{t('watch.off')}</span>
          <span hidden={!isOn}>{t('watch.on')}</span>
        </span>
      </Button>
      <span className="stoa-visually-hidden" role="status">
        {result}
      </span>
    </div>
  )
}
