import './setup.css'
import { lazy } from '@stoa/ui'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { SETUP_PATH } from '../../paths.ts'
import { MemberScreen } from '../../shell/member-screen.tsx'
import { useHash } from '../email-link/use-hash.ts'
import { ClaimForum } from './claim-forum.tsx'

const guide = lazy(async () => (await import('./guide.tsx')).Guide)
const claimedGuide = lazy(async () => (await import('./guide.tsx')).ClaimedGuide)

/** `/bbs/setup`: the guide of a new forum; with a link's secret (`#token=`) the form for its owner's account. */
export function SetupScreen() {
  const hash = useHash()
  const navigate = useNavigate()
  const [isClaimed, setClaimed] = useState(false)
  const token = hash?.get('token')
  // The address is read in the browser.
  if (hash === null) return null
  if (isClaimed) return <MemberScreen screen={claimedGuide} />
  if (!token) return <MemberScreen screen={guide} />
  return (
    <ClaimForum
      token={token}
      onClaimed={() => {
        setClaimed(true)
        void navigate(`${SETUP_PATH}?step=name`, { replace: true })
      }}
    />
  )
}
