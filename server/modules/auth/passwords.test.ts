import { describe, expect, test } from 'vitest'
import { checkDummyPassword, checkPassword, hashPassword, isCommonPassword } from './passwords.ts'

const OWN = ['Ngozi', 'Okafor', 'ngozi.okafor']

describe('A24 too easy to guess', () => {
  test.each([
    'password1234', 'Password2026', 'Passw0rd1234', 'P@ssw0rd2030', 'P@$$w0rd1234', 'passwordpassword', 'Admin@123456',
    '1qaz2wsx3edc', 'qazwsxedcrfv', 'qwertyuiop12', 'Qwerty123456', '123456789012', '098765432109', 'abcdefghijkl',
    'aaaaaaaaaaaa', 'abababababab', 'iloveyou1234', '4dmin1str4t0r', 'W3lcome!2026', 'letmein!!!!!', 'Chelsea2026!',
    'Nigeria@1960', 'naija1234567', 'JesusIsLord1', 'GodIsGood123', 'Iroko2026!!!', 'iroko-loan-1', 'December2026',
    'superadmin12', 'Ngozi1234567', 'NgoziOkafor1', 'okafor-ngozi', 'ngozi.okafor', '!!!!password', '2026password',
    'ｐａｓｓｗｏｒｄ１２３４', 'PASSWORD    ', '            ', '000000000000', 'test12345678', 'monkey-dragon',
  ])('%s', password => expect(isCommonPassword(password, OWN)).toBe(true)) // biome-ignore format: a table
})

describe('A24 good enough, without any rule about kinds of signs', () => {
  test.each([
    'mango rain bicycle', 'correct horse battery staple', 'ọ̀nà òfurufú mẹ́ta', 'Iroko-demo-2026', 'tHq8-vLw2-Zk5r', 'harmattan kettle 9',
    'nine purple goats', 'ngozi buys eleven kettles', 'password of the third kettle', '暗い森の中の青い猫と犬と鳥', 'aaa kettle harmattan',
  ])('%s', password => expect(isCommonPassword(password, OWN)).toBe(false)) // biome-ignore format: a table
})

test('a short name does not forbid every password that holds it', () => {
  expect(isCommonPassword('mango rain bicycle', ['Jo', 'Li', ''])).toBe(false)
})

test('two ways to write one letter are one password', async () => {
  const hashed = await hashPassword('ọmọ káàbọ̀ sí ilé'.normalize('NFC'))
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await checkPassword(hashed, 'ọmọ káàbọ̀ sí ilé'.normalize('NFD'))).toBe(true)
  expect(await checkPassword(hashed, 'omo kaabo si ile')).toBe(false)
  expect(await checkDummyPassword('ọmọ káàbọ̀ sí ilé')).toBe(false)
})
