import { StoaProvider } from '@stoa/store/react'
import { createRoot } from 'react-dom/client'
import '@stoa/ui/styles.css'
import '@stoa/reactions/styles.css'
import '@stoa/poll/styles.css'
import '@stoa/comments/styles.css'
import '@stoa/post-feed/styles.css'
import '@stoa/post-view/styles.css'
import './style.css'
import { App } from './app.tsx'
import { session, stoa } from './stoa.ts'

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StoaProvider stoa={stoa}>
      <App session={session} postId={new URLSearchParams(location.search).get('post')} />
    </StoaProvider>,
  )
}
