/** How ServiceControl turns an instance's URL into its id (contract 3.5). */
export function instanceIdOf(url: string): string {
  const base64 = Buffer.from(url.toLowerCase(), 'utf8').toString('base64');
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '.');
}

/** Equal for every primary that runs in a container. */
export const containerInstanceId = instanceIdOf('http://*:33333/api');
