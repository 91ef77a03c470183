// Runs before each test file; what it imports, once.
import './cheap-passwords.ts'
import { reuseSchemas } from './databases/migrated-database.ts'

reuseSchemas()
