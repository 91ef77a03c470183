import { type ReactNode, useEffect, useState } from 'react'

/** How long a message is shown. */
const SAID_MS = 4000

/** A bubble below a control with the result of an action, announced and removed after a while. It takes no space. */
export function useResultBubble(): { bubble: ReactNode; say: (text: string) => void } {
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (said === '') return
    const timer = setTimeout(() => setSaid(''), SAID_MS)
    return () => clearTimeout(timer)
  }, [said])
  const bubble = (
    <output className="stoa-post-said" data-shown={said !== '' || undefined}>
      {said}
    </output>
  )
  return { bubble, say: setSaid }
}
