import { rmSync } from 'node:fs'
import { runData } from './server-settings.ts'

export default function removeData(): void {
  rmSync(runData(), { recursive: true, force: true })
}
