import '@stoa/ui/all.css'
import { directionOf } from '@stoa/ui'

/** A layout on the server, which calls a function of ours. @param {{ children: import('react').ReactNode }} props */
export default function Layout({ children }) {
  return (
    <html lang="en" dir={directionOf('en')}>
      <body>{children}</body>
    </html>
  )
}
