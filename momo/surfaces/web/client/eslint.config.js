import js from "@eslint/js";
import a11y from "eslint-plugin-jsx-a11y";
import hooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["src/api/schema.d.ts", "dist"] },
  js.configs.recommended,
  tseslint.configs.strict,
  a11y.flatConfigs.strict,
  hooks.configs.flat.recommended,
  // The compiler that this rule warns for is not used.
  { rules: { "no-console": "error", "react-hooks/incompatible-library": "off" } },
);
