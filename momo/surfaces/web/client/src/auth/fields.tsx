import {
  PasswordInput,
  type PasswordInputProps,
  TextInput,
  type TextInputProps,
} from "@mantine/core";

/** The address that one signs in with. */
export function EmailInput(props: TextInputProps) {
  return (
    <TextInput
      label="Email"
      type="email"
      autoComplete="username"
      required
      withAsterisk={false}
      {...props}
    />
  );
}

/** A password that is set, and what it has to be. */
export function NewPasswordInput(props: PasswordInputProps) {
  return (
    <PasswordInput
      label="New password"
      description="At least 8 characters, and not a common one."
      autoComplete="new-password"
      required
      withAsterisk={false}
      {...props}
    />
  );
}
