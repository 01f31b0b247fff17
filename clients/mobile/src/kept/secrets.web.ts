// Where does the token lie on the web? In this origin's storage, as the console's does: a browser has nothing better, and
// who can run a script in this origin can read it.

export const readSecret = async (name: string): Promise<string | null> => localStorage.getItem(name);
export const writeSecret = async (name: string, value: string): Promise<void> => localStorage.setItem(name, value);
export const eraseSecret = async (name: string): Promise<void> => localStorage.removeItem(name);
