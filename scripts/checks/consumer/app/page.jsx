import { StoaComments } from '@stoa/embed/react'
import { Badge, Button } from '@stoa/ui'
import { Conversation } from './conversation.jsx'

/** A server page that uses our components directly. */
export default function Page() {
  return (
    <main>
      <Badge>On the server</Badge>
      <Button>A button</Button>
      <StoaComments community="FORUM" articleId="7" />
      <Conversation />
    </main>
  )
}
