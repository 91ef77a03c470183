import { rmSync } from 'node:fs'
import { DATA } from './server-settings.ts'

export default function removeData(): void {
  rmSync(DATA, { recursive: true, force: true })
}
