import './setup.css'
import { Outlet } from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'
import { Logo } from '../../shell/logo.tsx'

/** Frame of the pages for signing in while the forum is being set up. */
export function SetupDoorScreen() {
  const { config } = useHostedApp()
  return (
    <div className="stoa-setup-door stoa-setup-card">
      <p className="stoa-setup-brand">
        <Logo src={config.logoLink} />
        {config.domainDisplayName}
      </p>
      <Outlet />
    </div>
  )
}
