import { MemberScreen } from '../../shell/member-screen.tsx'

/** `/bbs/moderation`: what waits for the viewer in all communities that they moderate. */
export function ModerationScreen() {
  return <MemberScreen load={async () => (await import('./moderation-page.tsx')).ModerationPage} />
}
