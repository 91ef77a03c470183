import { translatable } from '@stoa/ui'
import { type ReactNode, useEffect, useState } from 'react'

/** How long a message is shown. */
const MESSAGE_MS = 4000

/** A bubble below a control with the result of an action, announced and removed after a while. It takes no space. */
export function useResultBubble(): { bubble: ReactNode; say: (text: string) => void } {
  const [message, setMessage] = useState('')
  useEffect(() => {
    if (message === '') return
    const timer = setTimeout(() => setMessage(''), MESSAGE_MS)
    return () => clearTimeout(timer)
  }, [message])
  const bubble = (
    <output className="stoa-post-said" data-shown={message !== '' || undefined}>
      {translatable(message)}
    </output>
  )
  return { bubble, say: setMessage }
}
