import { createContext } from 'react'

/** What panels behind the same tabs keep in mind while another of them is looked at; gone with the page. */
export const TabsMemory = createContext<Set<string> | undefined>(undefined)
