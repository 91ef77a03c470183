import type { Command } from 'commander'
import type { Access, Installation } from './installation.ts'

/** Where a command runs. */
export interface Surroundings {
  /** The settings. Default: the environment. */
  environment?: Record<string, string | undefined> | undefined
  /** Writes to standard output. */
  print(text: string): void
  /** Writes to standard error. */
  complain(text: string): void
  /** Reads what nobody may see. */
  ask(question: string): Promise<string>
}

/** What the commands of a group are made of. */
export interface Commands {
  program: Command
  /** Opens the installation that the settings name for some work, which returns the exit code. Default access: `existing`. */
  run(work: (installation: Installation) => Promise<number>, access?: Access): Promise<void>
  /** Prints a line to standard output. */
  say(line: string): void
  /** Prints a line to standard error. */
  complain(line: string): void
  ask: Surroundings['ask']
}
